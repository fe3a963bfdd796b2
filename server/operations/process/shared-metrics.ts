// Metrics of several processes: a process asked for metrics asks the primary, which aggregates those of all.
import type { Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { isMetricsMessage } from '../../http/metrics.ts'

let registry: AggregatorRegistry<typeof AggregatorRegistry.PROMETHEUS_CONTENT_TYPE> | undefined

/** In the primary: answers a child's request for the metrics of all processes. */
export function aggregateMetrics(child: Worker): void {
  registry ??= new AggregatorRegistry()
  child.on('message', (message: unknown) => {
    if (!isMetricsMessage(message)) return
    registry?.clusterMetrics().then(
      (text) => {
        if (child.isConnected()) child.send({ ...message, text })
      },
      // a process is exiting or hangs; the requesting one times out and reports it
      () => undefined,
    )
  })
}

/** In each child: answers the primary when it aggregates metrics. */
export function reportMetricsToPrimary(): void {
  registry ??= new AggregatorRegistry()
}
