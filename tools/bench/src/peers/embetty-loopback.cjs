// Preloaded into the peer, whose upstream is a constant in its source: what it asks of X by https goes to UPSTREAM.
const http = require('node:http');
const https = require('node:https');

const { hostname, port } = new URL(process.env.UPSTREAM);

https.request = ({ agent: _agent, ...options }, answered) =>
  http.request({ ...options, protocol: 'http:', host: hostname, hostname, port }, answered);
