// The list of all files that a person sees: its columns, and what it can be filtered by.
import { ButtonLink } from '../../../components/links.tsx'
import { listRoute, routeOf } from '../../../lib/addresses/route-of.ts'
import { kindNames, kinds } from '../../../lib/kinds.ts'
import { MomentCell, SizeCell } from '../../../list/cells/cells.tsx'
import type { ListColumn, ListDefinition } from '../../../list/definition.ts'
import type { Choice, FilterProperty } from '../../../list/filters/property.ts'
import { createdProperties } from '../../../list/filters/shared-properties.ts'
import { RowTitle } from '../../../list/grid/grid-rows.tsx'
import { FileIcon } from '../file-icon.tsx'
import { fileListTexts as texts } from './file-list-texts.ts'
import { FilePeek } from './file-peek.tsx'
import { type FileRow, pageOfFiles } from './file-rows.ts'

const fileTypes: readonly Choice[] = [
  { value: 'File', label: texts.file },
  { value: 'Folder', label: texts.folder },
  { value: 'ContractDocument', label: texts.contractDocument },
]

const records: readonly Choice[] = kindNames.map(({ type }) => ({ value: type, label: type }))

const properties: readonly FilterProperty[] = [
  { path: 'Name', label: texts.name, kind: 'text' },
  { path: 'Type', label: texts.kind, kind: 'choice', choices: fileTypes },
  { path: 'Resource/Type', label: texts.belongsTo, kind: 'choice', choices: records },
  { path: 'Resource/Id', label: texts.matterId, kind: 'reference', picker: kinds.matter.many, numeric: true },
  { path: 'ContentType', label: texts.contentType, kind: 'text' },
  { path: 'Size', label: `${texts.size} (bytes)`, kind: 'number' },
  { path: 'Restricted', label: texts.restricted, kind: 'flag' },
  ...createdProperties,
  { path: 'Modified/DateUtc', label: texts.modified, kind: 'moment' },
]

const labelOf = (choices: readonly Choice[], value: string | null | undefined) =>
  choices.find((choice) => choice.value === value)?.label

const recordAddress = ({ resource }: FileRow) => resource && routeOf(resource.type, resource.id)

/** What the record is called; its kind where the name cannot be seen. */
const recordName = (row: FileRow) => row.recordName ?? labelOf(records, row.resource?.type)

function RecordCell({ row }: { row: FileRow }) {
  const address = recordAddress(row)
  return address ? (
    <a href={`#${address}`} tabIndex={-1} title={row.recordName}>
      {recordName(row)}
    </a>
  ) : null
}

const columns: readonly ListColumn<FileRow>[] = [
  {
    path: 'Name',
    label: texts.name,
    width: 320,
    cell: (row) => (
      <>
        <FileIcon file={row} />
        <RowTitle row={row} definition={fileList} />
      </>
    ),
    sort: ['Name'],
  },
  { path: 'Type', label: texts.kind, width: 150, cell: (row) => labelOf(fileTypes, row.type) },
  { path: 'Resource/Type', label: texts.belongsTo, width: 220, cell: (row) => <RecordCell row={row} /> },
  {
    path: 'Size',
    label: texts.size,
    width: 100,
    align: 'end',
    // a folder has none, nor has a file that is kept elsewhere
    cell: (row) => <SizeCell value={row.size || null} />,
    sort: ['Size'],
  },
  {
    path: 'Modified/DateUtc',
    label: texts.modified,
    width: 140,
    cell: (row) => <MomentCell value={row.modified?.dateUtc} />,
    sort: ['Modified/DateUtc'],
  },
  { path: 'Modified/UserName', label: texts.modifiedBy, width: 160, cell: (row) => row.modified?.userName },
  {
    path: 'Created/DateUtc',
    label: texts.created,
    width: 140,
    cell: (row) => <MomentCell value={row.created?.dateUtc} />,
    sort: ['Created/DateUtc'],
  },
  { path: 'Created/UserName', label: texts.createdBy, width: 160, cell: (row) => row.created?.userName },
  {
    path: 'Restricted',
    label: texts.restricted,
    width: 110,
    cell: (row) => (row.restricted === true ? texts.restricted : null),
  },
]

/** The list of files. */
export const fileList: ListDefinition<FileRow> = {
  name: 'files',
  one: texts.one,
  several: texts.several,
  columns,
  usual: ['Name', 'Type', 'Resource/Type', 'Size', 'Modified/DateUtc', 'Modified/UserName'],
  properties,
  views: [
    { id: 'recent', name: texts.recent, filter: "Type ne 'Folder'" },
    {
      id: 'mine',
      name: texts.mine,
      filter: "Type ne 'Folder' and Created/User/Id eq me()",
      orderBy: 'Created/DateUtc desc',
    },
    { id: 'documents', name: texts.documents, filter: "Type eq 'ContractDocument'" },
    { id: 'large', name: texts.large, filter: 'Size gt 10000000', orderBy: 'Size desc' },
    { id: 'all', name: texts.all, filter: '' },
  ],
  orderBy: 'Modified/DateUtc desc',
  find: 'Name',
  calls: { page: pageOfFiles },
  href: (row) =>
    row.type === 'Folder'
      ? `${recordAddress(row) ?? ''}?tab=files&folder=${row.id}`
      : typeof row.id === 'number'
        ? `/files/${row.id}`
        : undefined,
  title: ({ name }) => name ?? '',
  card: (row) => ({
    lines: [
      <>
        <span>{recordName(row)}</span>
      </>,
      <>
        <SizeCell value={row.size || null} />
        <MomentCell value={row.modified?.dateUtc} />
        <span>{row.modified?.userName}</span>
      </>,
    ],
  }),
  peek: (row) => <FilePeek row={row} />,
  empty: {
    title: texts.emptyTitle,
    text: texts.emptyText,
    action: (
      <ButtonLink to={listRoute(kinds.matter)} size="sm">
        {texts.toMatters}
      </ButtonLink>
    ),
  },
}
