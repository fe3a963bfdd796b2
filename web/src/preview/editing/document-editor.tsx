// Editing a Word document in the page: first the lock, the text and the draft; then the text, or why not yet.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import type { Previewed } from '../previewed.ts'
import { CarryOver } from './carry-over.tsx'
import classes from './document-editor.module.css'
import {
  type EditableParagraph,
  type KeptDraft,
  type FileLock,
  lockFile,
  readDraft,
  readParagraphs,
  unlockFile,
} from './editing.ts'
import { EditorText } from './editor-text.tsx'
import { editorTexts as texts } from './editor-texts.ts'
import { type Edits, editsFrom, type LeftEdit } from './edits.ts'
import { LockedByOther } from './locked-by-other.tsx'

export interface DocumentEditorProps {
  /** The current version. */
  readonly file: Previewed
  /** Whether the person may take over the lock of somebody else. */
  readonly mayTakeOver: boolean
  /** A version was made, or the person goes back to the document. */
  readonly onEnd: () => void
  readonly beside?: EditorPanel | undefined
}

export interface EditorPanelProps {
  readonly file: Previewed
  /** Puts paragraphs after the one where the person is or was last; false if that is nowhere yet. */
  readonly onInsert: (paragraphs: readonly string[]) => boolean
}

/** A panel beside the text, which can put paragraphs into it. */
export interface EditorPanel {
  readonly label: string
  readonly Panel: ComponentType<EditorPanelProps>
}

interface Opened {
  readonly own: FileLock
  readonly paragraphs: readonly EditableParagraph[]
  readonly etag: string | undefined
  readonly draft: KeptDraft | undefined
}

/** It fills the height it is given. */
export function DocumentEditor({ file: current, mayTakeOver, onEnd, beside }: DocumentEditorProps) {
  // a later version is asked about when the edits are saved: nobody is interrupted while they write
  const [begun, setBegun] = useState<Previewed>()
  const file = begun ?? current
  const { fileId, version } = file
  const begin = useCallback(() => setBegun((before) => before ?? file), [file])
  const held = useHeldLock(fileId)
  const queries = useQueryClient()
  const [tries, setTries] = useState({ count: 0, takeOver: false })
  const opening = useQuery({
    queryKey: ['editing', fileId, version, tries],
    queryFn: async (): Promise<Opened | FileLock> => {
      const { own, other } = await lockFile(fileId, tries.takeOver)
      void queries.invalidateQueries({ queryKey: ['files', fileId] })
      held.keep(own)
      if (!own) return other as FileLock
      const [{ value, etag }, draft] = await Promise.all([
        readParagraphs({ fileId, version }),
        readDraft(fileId),
      ])
      return { own, paragraphs: value.paragraphs, etag, draft }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const again = (takeOver: boolean) => {
    setBegun(undefined)
    setTries({ count: tries.count + 1, takeOver })
  }
  const opened = opening.data
  if (opening.error)
    return (
      <div className={classes.question}>
        <ErrorAlert error={opening.error} />
        <Button variant="default" size="sm" onClick={onEnd}>
          {texts.close}
        </Button>
      </div>
    )
  if (!opened) return <Loading label={texts.opening} />
  if (!('own' in opened))
    return (
      <LockedByOther
        lock={opened}
        mayTakeOver={mayTakeOver && opened.for === 'Editing'}
        onTry={again}
        onEnd={onEnd}
      />
    )
  return (
    <WithDraft
      key={`${version} ${tries.count}`}
      file={file}
      opened={opened}
      onSaved={() => {
        held.keep(undefined)
        onEnd()
      }}
      onEnd={onEnd}
      onAgain={() => again(false)}
      onBegin={begin}
      beside={beside}
    />
  )
}

/**
 * `keep` names the lock that is ended when the person goes, or at once if they are gone; undefined once saving has
 * ended it.
 */
function useHeldLock(fileId: number) {
  const lock = useRef<FileLock>(undefined)
  const isGone = useRef(false)
  const queries = useQueryClient()
  const release = useCallback(() => {
    if (lock.current?.for !== 'Editing') return
    // it ends by itself otherwise
    unlockFile(fileId, lock.current)
      .catch(() => undefined)
      .finally(() => void queries.invalidateQueries({ queryKey: ['files', fileId] }))
  }, [fileId, queries])
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      release()
    }
  }, [release])
  const keep = useCallback(
    (held: FileLock | undefined) => {
      lock.current = held
      if (isGone.current) release()
    },
    [release],
  )
  return { keep }
}

const nothing: Edits = new Map()

function WithDraft(props: {
  file: Previewed
  opened: Opened
  onSaved: () => void
  onEnd: () => void
  onAgain: () => void
  onBegin: () => void
  beside: EditorPanel | undefined
}) {
  const { file, opened, onSaved, onEnd, onAgain, onBegin, beside } = props
  const { draft, paragraphs, etag } = opened
  const [carried, setCarried] = useState<{ edits: Edits; left: readonly LeftEdit[] }>()
  if (draft && !draft.isCurrent && !carried)
    return (
      <CarryOver file={file} draft={draft} paragraphs={paragraphs} onCarried={setCarried} onEnd={onEnd} />
    )
  return (
    <EditorText
      file={file}
      paragraphs={paragraphs}
      etag={etag}
      kept={carried ? nothing : editsFrom(draft?.edits ?? [])}
      initial={carried?.edits}
      left={carried?.left ?? []}
      onSaved={onSaved}
      onEnd={onEnd}
      onAgain={onAgain}
      onBegin={onBegin}
      beside={beside}
    />
  )
}
