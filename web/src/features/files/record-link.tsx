// The way from a file back to its matter or contract, with the folders between.
import { Anchor, Breadcrumbs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordQuery, type RecordRef } from './files.ts'

interface Folder {
  readonly id: number
  readonly name?: string | null | undefined
  readonly folder?: Folder | null | undefined
}

export function RecordLink({ record, folder }: { record: RecordRef; folder: Folder | undefined }) {
  const { data } = useQuery(recordQuery(record))
  const address = `#/${record.type === 'Matter' ? 'matters' : 'contracts'}/${record.id}`
  return (
    <Breadcrumbs separatorMargin={6} fz="sm">
      <Anchor href={address}>{data?.record.name ?? record.type}</Anchor>
      {foldersFrom(folder).map(({ id, name }) => (
        <Anchor key={id} href={`${address}?tab=files&folder=${id}`}>
          {name}
        </Anchor>
      ))}
    </Breadcrumbs>
  )
}

/** Outermost first. */
function foldersFrom(folder: Folder | null | undefined): Folder[] {
  return folder ? [...foldersFrom(folder.folder), folder] : []
}
