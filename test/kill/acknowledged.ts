// Everything the server acknowledged while it was killed repeatedly, and which must still exist at the end.

/** A file, or a version of one, whose upload was answered with 2xx. */
interface AcknowledgedUpload {
  /** Its id; for the first document of a contract, whose id the response does not contain, the id of the contract. */
  readonly of: { readonly kind: 'file' | 'document of contract'; readonly id: number }
  readonly sha256: string
  readonly bytes: number
}

/** An event that subscribers are notified of, as acknowledged by the response to the request that caused it. */
interface AcknowledgedEvent {
  readonly topic: string
  readonly resourceId: number
  /** Finds the event in the history. */
  readonly requestId: string
}

export interface Acknowledged {
  readonly uploads: AcknowledgedUpload[]
  readonly events: AcknowledgedEvent[]
}

/** The topics the test subscribes to and causes. */
export const topics = [
  'contract.created',
  'contract.updated',
  'contract.status.updated',
  'contract.file.created',
  'contract.document.updated',
] as const

/** Paths at the receiver that subscriptions point to; each must receive everything. */
export const hooks = ['/hook/1', '/hook/2', '/hook/3'] as const
