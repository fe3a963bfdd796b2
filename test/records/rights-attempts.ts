// How each right on a record is tried over HTTP, in every version that has a call for it; for the test that goes
// through the table.
import type { Caller } from '../http.ts'
import type { RecordRight } from '../../server/records/rights/rights-table.ts'

type Answer = Awaited<ReturnType<Caller['get']>>

/** What an attempt needs to know of the record that it is made on. */
export interface Tried {
  readonly id: number
  /** Somebody of the organisation who is on nothing yet, and who is not. */
  readonly other: { readonly id: string }
  /** Somebody of the organisation who is on the record. */
  readonly member: { readonly id: string }
  /** A colleague of the person who tries, of the same organisation. */
  readonly colleague: { readonly id: string }
  readonly self: { readonly id: string }
  /** Somebody of the organisation who neither owns the record nor asked for anything on it. */
  readonly deputy: { readonly id: string }
  readonly isFirm: boolean
  readonly teamId: number
  readonly otherTypeId: number
  /** Records that everybody sees, to belong to. */
  readonly matterId: number
  readonly contractId: number
  readonly fieldId: number
  /** On the record, added by somebody else. */
  readonly taskId: number
  readonly fileId: number
  readonly templateId: number
  readonly invoiceId: number
  readonly approvalId: number
  /** A law firm that works for the organisation. */
  readonly firmId: number
}

/** One call, and how it calls what it changes: the property that a refusal names. */
export interface Attempt {
  readonly names?: string
  /** What the record must be for it. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly with?:
    | 'task'
    | 'file'
    | 'privateFile'
    | 'lockedFile'
    | 'request'
    | 'draftInvoice'
    | 'postedInvoice'
    | 'approvedInvoice'
    /** It waits for the approval of `other`. */
    | 'askedInvoice'
    | 'document'
    | 'approval'
    /** Its signed copy is recorded, and it is open for a correction or not. */
    | 'signedCopy'
    | 'correction'
    /** The record is in the bin, or nobody can open it. */
    | 'bin'
    | 'unattended'
  readonly call: (caller: Caller, on: Tried) => Promise<Answer>
  /** Another answer than 403 to somebody who sees the record and has not got the right. */
  readonly refusedWith?: number | readonly number[]
  /** Another answer than 404 to somebody who does not see it. */
  readonly unseenWith?: number
}

type Value = (on: Tried) => unknown

/** An attempt that changes one property of the record with PATCH. */
export const patched =
  (path: string) =>
  (name: string, value: Value, values?: Attempt['values']): Attempt => ({
    names: name,
    ...(values ? { values } : {}),
    call: (caller, on) => caller.patch(`${path}/${on.id}`, { [name]: value(on) }),
  })

/** Somebody else, as v2 names people. */
export const person: Value = ({ other }) => ({ id: other.id })

/** What is tried on a record of either kind. */
export const attemptsOnBoth = (
  path: string,
  target: string,
): Partial<Record<RecordRight, readonly Attempt[]>> => ({
  contribute: [
    { call: (caller, { id }) => caller.post(`${path}/${id}/statusMessages`, { message: 'Done' }) },
  ],
  leave: [{ call: (caller, { id, self }) => caller.delete(`${path}/${id}/members/${self.id}`) }],
  privateFiles: [
    {
      with: 'privateFile',
      refusedWith: 404,
      call: (caller, { fileId }) => caller.get(`/v2/files/${fileId}`),
    },
  ],
  changeFiles: [
    {
      with: 'file',
      call: (caller, { fileId }) => caller.patch(`/v2/files/${fileId}`, { name: 'Other.txt' }),
    },
  ],
  removeFiles: [{ with: 'file', call: (caller, { fileId }) => caller.delete(`/v2/files/${fileId}`) }],
  breakFileLocks: [
    {
      with: 'lockedFile',
      refusedWith: 423,
      call: (caller, { fileId }) => caller.delete(`/v2/files/${fileId}/lock`),
    },
  ],
  hold: [
    { call: (caller, { id }) => caller.put(`${path}/${id}/hold`, { reason: `A claim on the ${target}` }) },
  ],
  delete: [{ call: (caller, { id }) => caller.delete(`${path}/${id}`) }],
  // what is in the bin, and what nobody can open, is not there for others
  restore: [
    {
      with: 'bin',
      refusedWith: 404,
      call: (caller, { id }) => caller.post(`/v2/bin/${target}s/${id}/restore`),
    },
  ],
  purge: [
    {
      with: 'bin',
      refusedWith: [403, 404],
      call: (caller, { id }) => caller.delete(`/v2/bin/${target}s/${id}`),
    },
  ],
  takeOver: [
    {
      with: 'unattended',
      refusedWith: [403, 404],
      call: (caller, { id }) => caller.post(`${path}/${id}/takeOver`, { reason: 'They have left' }),
    },
  ],
  members: [
    {
      names: 'userId',
      call: (caller, { id, other }) => caller.put(`${path}/${id}/members/${other.id}`, { roles: ['Member'] }),
    },
  ],
})
