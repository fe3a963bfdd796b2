// The document of a contract with the other side: sending it, and who has it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazily } from '../../../components/lazily.tsx'
import { sharesQuery } from './shares.ts'
import { otherSideTexts as texts } from './texts.ts'

const ShareDialog = lazily(() => import('./share-dialog.tsx'), 'ShareDialog')
const SharesPanel = lazily(() => import('./shares-panel.tsx'), 'SharesPanel')

export function SendToOtherSide(props: { contractId: number; fileId: number; takesVersions: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {texts.send}
      </Button>
      {open ? <ShareDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Nothing as long as nobody of the other side was sent it. */
export function WithOtherSide(props: {
  contractId: number
  fileId: number
  mayAct: boolean
  isNegotiable: boolean
}) {
  const shares = useQuery(sharesQuery(props.contractId))
  if (!shares.data || shares.data.length === 0) return null
  return <SharesPanel {...props} shares={shares.data} />
}
