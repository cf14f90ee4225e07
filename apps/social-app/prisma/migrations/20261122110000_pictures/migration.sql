-- Pictures of people as this service has fetched and redrawn them, by the version of the address they came from.
CREATE TABLE pictures (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  version text NOT NULL,
  -- Null: it could not be had at that time.
  bytes bytea,
  tried_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (user_id, version)
);

-- What was kept of people names the provider's address so far; from now on it names this service's own.
UPDATE former_friends SET profile = jsonb_set(profile, '{image}', to_jsonb('/api/pictures/' || person_id || '/' ||
  left(encode(sha256(convert_to(person_id::text || ' ' || (profile ->> 'image'), 'UTF8')), 'hex'), 32)))
WHERE profile ->> 'image' LIKE 'http%';
UPDATE events SET profile = jsonb_set(profile, '{image}', to_jsonb('/api/pictures/' || person_id || '/' ||
  left(encode(sha256(convert_to(person_id::text || ' ' || (profile ->> 'image'), 'UTF8')), 'hex'), 32)))
WHERE profile ->> 'image' LIKE 'http%';
