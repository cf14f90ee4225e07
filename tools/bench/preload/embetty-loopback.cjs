// Preloaded into the peer, whose upstream is a constant in its source: its https requests to X go to UPSTREAM.
const http = require('node:http');
const https = require('node:https');

const { hostname, port } = new URL(process.env.UPSTREAM);

https.request = ({ agent: _agent, ...options }, onResponse) =>
  http.request({ ...options, protocol: 'http:', host: hostname, hostname, port }, onResponse);
