// The filter as text, for what the sentence has no words for.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazily } from '../../components/lazily.tsx'
import { texts } from '../texts.ts'

const FilterTextDialog = lazily(() => import('./filter-text-dialog.tsx'), 'FilterTextDialog')

/** A button that shows the `$filter`, to be read, copied and changed. */
export function FilterText({ filter, onChange }: { filter: string; onChange: (filter: string) => void }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setOpened(true)}>
        {texts.asText}
      </Button>
      {opened ? (
        <FilterTextDialog filter={filter} onChange={onChange} onClose={() => setOpened(false)} />
      ) : null}
    </>
  )
}
