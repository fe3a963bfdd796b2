// What a third kind of record adds to the tables of all kinds: the lines of this file are those that a developer would
// write into the server. They are put into its sources as these are loaded, so that the server needs nothing for it.
import { registerHooks } from 'node:module'

/** The lines, by the file and the line after which they belong. */
const lines: Readonly<Record<string, readonly (readonly [after: string, added: string])[]>> = {
  'server/records/kinds.ts': [
    [
      'export const kinds = {',
      `dispute: {
        one: 'dispute',
        many: 'disputes',
        type: 'Dispute',
        recordId: 'dispute_id',
        members: 'dispute_members',
        messages: 'dispute_messages',
        messagesHaveMails: false,
        messagesHaveSenders: false,
      },`,
    ],
  ],
  'server/fields/forms-of-records.ts': [
    [
      'export const formsOfRecords: Readonly<Record<SubjectKind, FormsOfRecords>> = {',
      "dispute: { formOwner: 'category_id', forms: ['DisputeCore'], creationForms: [], core: 'DisputeCore', states: [], shown: [] },",
    ],
  ],
  'server/http/v1/record-types.wire.ts': [['export const recordTypes = [', "'Dispute',"]],
  'server/platform/events/topics.ts': [
    [
      'const topicRulesOfV1 = {',
      `'dispute.created': plain,
       'dispute.updated': collected,
       'dispute.status.updated': withParent,
       'dispute.file.created': withParent,
       'dispute.file.updated': withParent,
       'dispute.statusmessage.created': withParent,`,
    ],
  ],
  'server/platform/events/removals.ts': [
    [
      'export const removals: ReadonlySet<EventName> = new Set<EventName>([',
      `'dispute.deleted', 'dispute.file.deleted', 'dispute.file.left', 'dispute.file.purged',
       'dispute.folder.deleted', 'dispute.folder.left', 'dispute.folder.purged', 'dispute.message.deleted',`,
    ],
  ],
  'server/kinds/record-kinds.ts': [
    [
      "import { contractKind } from '../contracts/contract-kind.ts'",
      "import { disputeKind } from '../../test/records/disputes/dispute-kind.ts'",
    ],
    ['  matter: matterKind,', 'dispute: disputeKind,'],
  ],
  'server/operations/process/record-kinds.ts': [
    [
      "import { contractKind } from '../../contracts/contract-kind.ts'",
      "import { disputeParts } from '../../../test/records/disputes/dispute-parts.ts'",
    ],
    ['const parts = {', 'dispute: disputeParts,'],
  ],
}

const root = new URL('../../../', import.meta.url).href

/** From now on the server that this process loads has the kind. Throws for a table that is not there any more. */
export function addThirdKind(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const added = url.startsWith(root) ? lines[url.slice(root.length)] : undefined
      if (!added) return loaded
      const source = added.reduce((text, [after, line]) => {
        if (text.split(`${after}\n`).length !== 2) throw new Error(`${url} has no line "${after}"`)
        return text.replace(`${after}\n`, (found) => `${found}${line}\n`)
      }, Buffer.from(loaded.source as Uint8Array).toString())
      return { ...loaded, source }
    },
  })
}
