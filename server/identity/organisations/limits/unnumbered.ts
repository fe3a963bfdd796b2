// What an organisation's work consists of, which has no number: with what bounds it instead, for docs/limits.md.

/** What has no number of its own, with what bounds it. */
export interface Unnumbered {
  readonly words: string
  /** What bounds it, and why a number would be wrong. */
  readonly bound: string
  readonly routes: readonly string[]
}

const rate = 'the rate of a caller'

/** What an organisation's work consists of: a number would one day stop the work, for those who have most of it. */
export const unnumbered: readonly Unnumbered[] = [
  {
    words: 'matters, contracts and requests',
    bound: `${rate}; they are what the platform is for, lists cost the same at any number, and administrators delete them for good`,
    routes: [
      'POST /v2/matters',
      'POST /v2/contracts',
      'POST /v2/requests',
      'POST /matter-apis/v1/matters',
      'POST /contract-apis/v1/contracts',
      'POST /contract-apis/v1/contracts/wizard',
    ],
  },
  {
    words: 'files, their versions, folders and links',
    bound: `${rate}, the size of an upload, and the room of the storage, which \`chancery_disk_free_bytes\` and \`/readyz\` watch`,
    routes: [
      'POST /v2/fileLinks',
      'POST /v2/files/:fileId',
      'POST /contract-apis/v1/contracts/:contractId/files',
      'POST /matter-apis/v1/matters/:matterId/files',
      'POST /file-apis/v1/files/:targetType/:targetId',
      'POST /file-apis/v1/folders/:targetType/:targetId',
      'POST /v2/imports/:importId/files',
    ],
  },
  {
    words: 'invoices and their lines',
    bound: `${rate}, 5,000 lines of an invoice and 2,000 invoices of a file; the law has them kept`,
    routes: ['POST /v2/invoices', 'POST /v2/invoices/imports'],
  },
  {
    words: 'messages and status messages',
    bound: `${rate} and the length of each; a record of what was said must not lose its end`,
    routes: [
      'POST /v2/matters/:matterId/conversation',
      'POST /v2/contracts/:contractId/conversation',
      'POST /v2/matters/:matterId/statusMessages',
      'POST /v2/contracts/:contractId/statusMessages',
      'POST /matter-apis/v1/matters/:matterId/statusMessages',
      'POST /contract-apis/v1/contracts/:contractId/statusMessages',
    ],
  },
  {
    words: 'filed emails',
    bound: `${rate} and the size of a mail`,
    routes: ['POST /account-apis/v1/emails/threads'],
  },
]
