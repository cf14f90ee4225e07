// The image's health check: does the process answer on its ops port? It asks for liveness, not readiness: an engine
// restarts what is unhealthy, and a restart mends no database.
const port = process.env.HEALTH_PORT;
const host =
  process.env.HOST === '0.0.0.0' || process.env.HOST === '::' ? '127.0.0.1' : process.env.HOST;

try {
  const response = await fetch(`http://${host}:${port}/-/live`, {
    signal: AbortSignal.timeout(2_500),
  });
  process.exitCode = response.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
