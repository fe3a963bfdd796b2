// Wake-up signals between the parts of one process, so that nothing waits for the next poll.
import { EventEmitter } from 'node:events'
import type { Signals } from '../app.ts'

/** Signals of one process. They only reduce latency: the work is in the database and is found without them too. */
export function createSignals(): Signals {
  const emitter = new EventEmitter()
  return {
    eventsCommitted: () => void emitter.emit('events'),
    notificationsDue: () => void emitter.emit('notifications'),
    deliveriesDue: () => void emitter.emit('deliveries'),
    onEvents: (listener) => listen(emitter, 'events', listener),
    onNotifications: (listener) => listen(emitter, 'notifications', listener),
    onDeliveries: (listener) => listen(emitter, 'deliveries', listener),
  }
}

function listen(emitter: EventEmitter, name: string, listener: () => void): () => void {
  emitter.on(name, listener)
  return () => void emitter.off(name, listener)
}
