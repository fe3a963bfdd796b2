// Counters of requests for Prometheus; /metrics serves them together with those of the other parts of the process.
import { Counter, Histogram, register } from 'prom-client'
import type { Server } from './route.ts'

const requests = new Counter({
  name: 'chancery_http_requests_total',
  help: 'Requests answered',
  labelNames: ['method', 'route', 'status'],
})
const duration = new Histogram({
  name: 'chancery_http_request_seconds',
  help: 'Time from the request to the end of its answer',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
})

/** Counts every answer by its route (never by its address, which holds ids). */
export function countRequests(server: Server): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.inc({ method: request.method, route, status: reply.statusCode })
    duration.observe({ method: request.method, route }, reply.elapsedTime / 1000)
  })
}

/** Everything counted in this process, in Prometheus' text form. */
export const metricsText = (): Promise<string> => register.metrics()
export const metricsType = register.contentType
