// Request metrics for Prometheus; /metrics serves them together with the other metrics of the process.
import cluster from 'node:cluster'
import { Counter, Histogram, register } from 'prom-client'
import { AppError } from '../platform/errors.ts'
import type { Server } from './route.ts'

const requests = new Counter({
  name: 'chancery_http_requests_total',
  help: 'Requests answered',
  labelNames: ['method', 'route', 'status'],
})
const duration = new Histogram({
  name: 'chancery_http_request_seconds',
  help: 'Time from the request to the end of its response',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
})

/** Counts every response by its route (never by its URL, which contains ids). */
export function countRequests(server: Server): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.inc({ method: request.method, route, status: reply.statusCode })
    duration.observe({ method: request.method, route }, reply.elapsedTime / 1000)
    done()
  })
}

/**
 * The message with which a child asks the primary for the metrics of all processes
 * (server/operations/process/shared-metrics.ts), and its reply.
 */
export interface MetricsMessage {
  readonly metricsQuestion: number
  readonly text?: string
}

/** Whether a message between processes is about metrics. */
export const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'metricsQuestion' in message

const timeoutMs = 5_000
let asked = 0

/** All metrics in Prometheus text format, of all processes on this machine. */
export function metricsText(): Promise<string> {
  if (!cluster.isWorker) return register.metrics()
  const id = ++asked
  return new Promise((resolve, reject) => {
    const end = () => {
      process.off('message', listen)
      clearTimeout(timer)
    }
    const listen = (message: unknown) => {
      if (!isMetricsMessage(message) || message.metricsQuestion !== id) return
      end()
      resolve(message.text ?? '')
    }
    const timer = setTimeout(() => {
      end()
      reject(new AppError('unavailable', 'The other processes did not report their metrics.'))
    }, timeoutMs)
    process.on('message', listen)
    process.send?.({ metricsQuestion: id } satisfies MetricsMessage)
  })
}

export const metricsType = register.contentType
