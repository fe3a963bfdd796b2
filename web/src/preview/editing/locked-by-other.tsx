// Somebody else is editing the document, or has locked it for another reason.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Notice } from '../../components/notice.tsx'
import classes from './document-editor.module.css'
import type { FileLock } from './editing.ts'
import { editorTexts as texts } from './editor-texts.ts'

/** `onTry`: once more, with true to take over. */
export function LockedByOther(props: {
  lock: FileLock
  mayTakeOver: boolean
  onTry: (takeOver: boolean) => void
  onEnd: () => void
}) {
  const { lock, mayTakeOver, onTry, onEnd } = props
  const { name } = lock.user
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className={classes.question}>
      <Notice
        kind="caution"
        title={lock.for === 'Editing' ? texts.lockedTitle(name) : texts.lockedTitleOther(name)}
      >
        {lock.expires === null ? null : <p>{texts.lockedUntil(format.time(lock.expires))}</p>}
      </Notice>
      <div className={classes.buttons}>
        <Button size="sm" onClick={() => onTry(false)}>
          {texts.tryAgain}
        </Button>
        {mayTakeOver ? (
          <Button variant="default" size="sm" onClick={() => setIsAsking(true)}>
            {texts.takeOver}
          </Button>
        ) : null}
        <Button variant="subtle" size="sm" onClick={onEnd}>
          {texts.close}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          opened
          title={texts.takeOver}
          confirmLabel={texts.takeOver}
          busy={false}
          error={null}
          onConfirm={() => onTry(true)}
          onClose={() => setIsAsking(false)}
        >
          <p>{texts.takeOverQuestion(name)}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
