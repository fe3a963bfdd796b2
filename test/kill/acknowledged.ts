// What the server has acknowledged while it was killed again and again: everything that must still be there at the end.

/** A file, or a version of one, whose upload was answered with 2xx. */
interface AcknowledgedUpload {
  /** Its id; for the first document of a contract, which the answer does not tell, the contract's. */
  readonly of: { readonly kind: 'file' | 'document of contract'; readonly id: number }
  readonly sha256: string
  readonly bytes: number
}

/** Something subscribers are told of, as the answer to the request that caused it promised. */
export interface AcknowledgedEvent {
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

/** Paths at the receiver that subscriptions point to; each must be told of everything. */
export const hooks = ['/hook/1', '/hook/2', '/hook/3'] as const
