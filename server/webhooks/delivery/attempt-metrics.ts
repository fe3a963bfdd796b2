// Outcomes of attempts to send notifications, counted for /metrics.
import { Counter, Histogram } from 'prom-client'

const attempts = new Counter({
  name: 'chancery_webhook_attempts_total',
  help: 'Attempts to send a webhook notification, by outcome',
  labelNames: ['outcome'],
})
const seconds = new Histogram({
  name: 'chancery_webhook_attempt_seconds',
  help: "Time from the start of an attempt to the receiver's response",
  buckets: [0.05, 0.2, 1, 2.5, 5],
})

/** Counts one attempt. `retried` and `abandoned` are attempts that failed. */
export function countAttempt(outcome: 'acknowledged' | 'retried' | 'abandoned', durationMs: number): void {
  attempts.inc({ outcome })
  seconds.observe(durationMs / 1_000)
}
