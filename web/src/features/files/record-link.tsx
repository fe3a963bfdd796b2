// The way from a file back to its record, with the folders between.
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkButton } from '../../components/link-button.tsx'
import { routeOf } from '../../lib/addresses/route-of.ts'
import { recordQuery, type RecordRef } from './files.ts'
import classes from './record-link.module.css'
import { fileTexts as texts } from './texts.ts'

interface Folder {
  readonly id: number
  readonly name?: string | null | undefined
  readonly folder?: Folder | null | undefined
}

// of more than these, the ones in the middle are shown when they are asked for
const MOST = 3

export function RecordLink({ record, folder }: { record: RecordRef; folder: Folder | undefined }) {
  const { data } = useQuery(recordQuery(record))
  const [all, setAll] = useState(false)
  const folders = foldersFrom(folder)
  const shown = all || folders.length <= MOST ? folders : folders.slice(1 - MOST)
  const address = `#${routeOf(record.type, record.id)}`
  const link = (href: string, name: string) => (
    <Anchor href={href} fz="inherit" className={classes.name ?? ''} title={name}>
      <bdi>{name}</bdi>
    </Anchor>
  )
  return (
    <ol className={classes.way}>
      <li>{link(address, data?.record.name ?? record.type)}</li>
      {shown.length < folders.length ? (
        <li>
          <LinkButton
            aria-label={texts.allFolders(folders.length - shown.length)}
            onClick={() => setAll(true)}
          >
            …
          </LinkButton>
        </li>
      ) : null}
      {shown.map(({ id, name }) => (
        <li key={id}>{link(`${address}?tab=files&folder=${id}`, name ?? '')}</li>
      ))}
    </ol>
  )
}

/** Outermost first. */
function foldersFrom(folder: Folder | null | undefined): Folder[] {
  return folder ? [...foldersFrom(folder.folder), folder] : []
}
