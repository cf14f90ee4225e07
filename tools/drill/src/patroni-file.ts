/** What differs between the nodes of a cluster. */
export interface PatroniNode {
  readonly name: string;
  readonly address: string;
  readonly etcdUrl: string;
  /** A folder that the user `postgres` owns. */
  readonly home: string;
  /** Where `initdb` and `postgres` are. */
  readonly bin: string;
}

/** The configuration of a node, in YAML, of which JSON is a part. The times are those that docs/operations.md advises. */
export function patroniFile({ name, address, etcdUrl, home, bin }: PatroniNode): string {
  const rest = `${address}:8008`;
  const access = (database: string, user: string) =>
    `host ${database} ${user} 10.99.0.0/24 scram-sha-256`;
  return JSON.stringify({
    scope: 'drill',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: [new URL(etcdUrl).host] },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        // A primary that crashed is not waited for: its standby has everything that was acknowledged.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, wal_keep_size: '128MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [access('all', 'all'), access('replication', 'replicator')],
      users: { app: { password: 'app', options: ['createdb'] } },
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: `${home}/data`,
      bin_dir: bin,
      pgpass: `${home}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: 'drill' },
        replication: { username: 'replicator', password: 'drill' },
        rewind: { username: 'rewinder', password: 'drill' },
      },
      parameters: { unix_socket_directories: home },
    },
  });
}
