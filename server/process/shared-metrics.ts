// Metrics of several processes: whichever of them is asked for them asks the first, and the first adds up those of all.
import type { Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { isMetricsMessage } from '../http/metrics.ts'

let registry: AggregatorRegistry<typeof AggregatorRegistry.PROMETHEUS_CONTENT_TYPE> | undefined

/** In the first process: answers the child's question for the metrics of all. */
export function addUpMetrics(child: Worker): void {
  registry ??= new AggregatorRegistry()
  child.on('message', (message: unknown) => {
    if (!isMetricsMessage(message)) return
    registry?.clusterMetrics().then(
      (text) => {
        if (child.isConnected()) child.send({ ...message, text })
      },
      // One of them is ending or hangs. The one that asks gives up after a while and says so.
      () => undefined,
    )
  })
}

/** In each of the others: answers the first one when it adds up. */
export function countForFirst(): void {
  registry ??= new AggregatorRegistry()
}
