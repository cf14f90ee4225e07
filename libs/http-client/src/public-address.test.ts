import { isPublicAddress } from './public-address.js';

describe('isPublicAddress', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.254',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '2001::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12:3456:789a::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '1.2.3.4.5',
    '2606:4700:4700::1111%lo',
    '2606:4700:4700::1111%1',
    '2606:4700:4700::1111%25lo',
    '::ffff:8.8.8.8%lo',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.2056',
    ' 8.8.8.8',
    '8.8.8.8\n',
    '[2606:4700:4700::1111]',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('refuses an inner address in whatever form it is wrapped or spelled', () => {
    const inner = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.0.1', '100.64.0.1'];
    const zones = ['', '%lo', '%eth0', '%1', '%25lo', '%'];
    const passed = inner.flatMap((address) => {
      const parts = address.split('.').map(Number);
      const hex = parts.map((part) => part.toString(16).padStart(2, '0'));
      const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
      const number = parts.reduce((sum, part) => sum * 256 + part, 0);
      const spellings = [
        address,
        parts.map((part) => `0${part.toString(8)}`).join('.'),
        parts.map((part) => `0x${part.toString(16)}`).join('.'),
        String(number),
        `0x${number.toString(16)}`,
        `${parts[0]}.${number % 2 ** 24}`,
        `${address}.`,
        `::ffff:${address}`,
        `::ffff:${groups}`,
        `0:0:0:0:0:FFFF:${groups}`,
        `::${address}`,
        `::ffff:0:${address}`,
        `64:ff9b::${address}`,
        `64:ff9b::${groups}`,
        `64:ff9b:1::${groups}`,
        `2002:${groups}::`,
        `2001:0:${groups}::`,
        `fe80::${groups}`,
        `fec0::${groups}`,
        `fd00::${groups}`,
        `ff02::${groups}`,
      ];
      return spellings.flatMap((spelling) => zones.map((zone) => spelling + zone));
    });
    expect(passed.filter(isPublicAddress)).toEqual([]);
  });

  it('refuses a public address with any zone', () => {
    const addresses = ['2606:4700:4700::1111', '2a00:1450:4001:82a::200e', '8.8.8.8'];
    const zones = ['%', '%lo', '%0', '%eth0', '%25lo', '%%', '%lo%lo'];
    const zoned = addresses.flatMap((address) => zones.map((zone) => address + zone));
    expect(zoned.filter(isPublicAddress)).toEqual([]);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '198.17.255.255',
    '198.20.0.1',
    '223.255.255.255',
    '::ffff:8.8.8.8',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
  ])('lets %s pass', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
