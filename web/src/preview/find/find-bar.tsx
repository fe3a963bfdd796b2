// The find box above a document: words, which hit of how many, and going through them.
import { ActionIcon, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { previewTexts as texts } from '../texts.ts'
import classes from './find-bar.module.css'

export interface Hits {
  /** 1 for the first; 0 if there is none. */
  readonly current: number
  readonly total: number
  readonly searching?: boolean
}

/** Enter goes to the next hit, Shift and Enter to the one before, Escape empties the box. */
export function FindBar(props: {
  initial?: string | undefined
  hits: Hits | undefined
  field?: RefObject<HTMLInputElement | null>
  onFind: (query: string) => void
  onStep: (backwards: boolean) => void
}) {
  const { initial = '', hits, field, onFind, onStep } = props
  const [query, setQuery] = useState(initial)
  const change = (text: string) => {
    setQuery(text)
    onFind(text)
  }
  return (
    <search className={classes.bar} aria-label={texts.find}>
      <TextInput
        ref={field}
        size="xs"
        type="search"
        className={classes.field}
        aria-label={texts.find}
        placeholder={texts.find}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={query}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            onStep(event.shiftKey)
          }
          if (event.key === 'Escape' && query !== '') {
            event.stopPropagation()
            change('')
          }
        }}
      />
      <output className={classes.count}>{query === '' ? '' : countOf(hits)}</output>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.findPrevious}
        disabled={!hits?.total}
        onClick={() => onStep(true)}
      >
        <IconChevronUp size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.findNext}
        disabled={!hits?.total}
        onClick={() => onStep(false)}
      >
        <IconChevronDown size={16} aria-hidden="true" />
      </ActionIcon>
    </search>
  )
}

function countOf(hits: Hits | undefined): string {
  if (!hits) return ''
  return hits.searching && hits.total === 0 ? texts.searching : texts.hits(hits.current, hits.total)
}
