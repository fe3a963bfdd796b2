// Calls of somebody of the other side, who has no account: an address from a mail, and the proof that the code gives.
import { outsideCalls } from '../signing/outside-call.ts'

/** What is known before they have proven that the mail is theirs. */
export interface OpenedShare {
  readonly organization: string
  readonly email: string
}

export interface SharedDocument {
  readonly sender: string
  readonly contract: string
  readonly document: {
    readonly name: string
    readonly contentType: string
    readonly sha256: string
    /** Whether a version may be sent back now. */
    readonly takesVersions: boolean
  }
  readonly message: string | null
  readonly lastDay: string
  readonly mayUpload: boolean
  readonly mayComment: boolean
  readonly returns: readonly { readonly name: string; readonly at: string }[]
  readonly comments: readonly { readonly text: string; readonly at: string }[]
}

const call = outsideCalls('/sharing', 'x-share-proof')

export const openShare = async (token: string): Promise<OpenedShare> =>
  (await call(token, '')).json() as Promise<OpenedShare>

export const askForShareCode = async (token: string): Promise<void> =>
  void (await call(token, '/codes', { method: 'POST', body: {} }))

export const proveShare = async (token: string, code: string): Promise<string> =>
  ((await (await call(token, '/proofs', { method: 'POST', body: { code } })).json()) as { proof: string })
    .proof

export const readShare = async (token: string, proof: string): Promise<SharedDocument> =>
  (await call(token, '/share', { proof })).json() as Promise<SharedDocument>

export const readSharedBytes = async (token: string, proof: string): Promise<ArrayBuffer> =>
  (await call(token, '/document', { proof })).arrayBuffer()

export async function returnVersion(token: string, proof: string, file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file)
  await call(token, '/versions', { method: 'POST', body, proof })
}

export const writeComment = async (token: string, proof: string, text: string): Promise<void> =>
  void (await call(token, '/comments', { method: 'POST', body: { text }, proof }))
