// What every service that signs contracts does, the built-in one and others.
//
// request   as it is stored here: what is signed, by whom, until when. It is of one service from beginning to end
// packet    what a service was given for one request; services elsewhere know it by an id of its own
import type { Tx } from '../../../platform/postgres/database.ts'
import type { RequestState, SignatureRequest, Signer } from '../here/request.ts'

/** A request that is being stored, with those who sign it. */
export interface SentRequest
  extends Pick<
    SignatureRequest,
    'organisationId' | 'id' | 'contractId' | 'message' | 'expiresAt' | 'createdBy' | 'inOrder'
  > {
  readonly signers: readonly Pick<Signer, 'place' | 'name' | 'email' | 'state'>[]
}

/** What a service says about one signer. */
export interface SignerStatus {
  /** In the order, from 0. */
  readonly place: number
  readonly name: string
  readonly email: string
  readonly state: Signer['state']
  readonly viewedAt: Date | null
  /** When they signed or declined. */
  readonly endedAt: Date | null
  /** Why they declined. */
  readonly reason: string | null
}

/** What a service says about a request. */
export interface RequestStatus {
  readonly state: RequestState
  /** Why it was declined or voided. */
  readonly reason: string | null
  readonly signers: readonly SignerStatus[]
}

/** One who signs contracts. Calls to a service elsewhere throw ServiceFailure. */
export interface SigningService {
  /**
   * Gives it a request, in the transaction that stores the request: the signers are asked when that has committed. What
   * cannot be done within a transaction is left to a job.
   */
  send(tx: Tx, request: SentRequest, now: Date): Promise<void>
  /** How far the request is. */
  status(request: SignatureRequest): Promise<RequestStatus>
  /** Ends an open request. Returns the state afterwards: Voided, or how it had ended before. */
  void(request: SignatureRequest, reason: string): Promise<RequestState>
  /** The document as it is now, a PDF: with all signatures when everybody has signed. */
  document(request: SignatureRequest): Promise<Buffer>
}

/** Why a call to a service elsewhere came to nothing, as a sentence for people of the organisation. */
export class ServiceFailure extends Error {
  /** The status of its answer; undefined if there was none, or it could not be read. */
  readonly status: number | undefined

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
  }
}
