// What the panel beside the list shows of a file.
import { MomentCell, SizeCell } from '../../../list/cells/cells.tsx'
import { PeekFacts } from '../../../list/peek/peek-facts.tsx'
import { RecordLink } from '../record-link.tsx'
import type { FileRow } from './file-rows.ts'
import { fileListTexts as texts } from './file-list-texts.ts'

export function FilePeek({ row }: { row: FileRow }) {
  return (
    <PeekFacts
      facts={[
        [
          texts.belongsTo,
          row.resource ? (
            <RecordLink key="record" record={row.resource} folder={row.folder ?? undefined} />
          ) : null,
        ],
        [texts.number, row.displayId],
        [texts.version, row.version],
        [texts.size, row.type === 'Folder' ? null : <SizeCell key="size" value={row.size} />],
        [texts.contentType, row.contentType],
        [texts.modified, <MomentCell key="modified" value={row.modified?.dateUtc} />],
        [texts.modifiedBy, row.modified?.userName],
        [texts.created, <MomentCell key="created" value={row.created?.dateUtc} />],
        [texts.createdBy, row.created?.userName],
        [texts.restricted, row.restricted === true ? texts.restricted : null],
      ]}
    />
  )
}
