// A picture: chosen, shown, removed.
import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { largestPicture } from '../../lib/send-picture.ts'
import classes from './picture-form.module.css'
import { formTexts as texts } from '../texts.ts'

interface Props {
  readonly choose: string
  readonly remove: string
  readonly hasPicture: boolean
  readonly busy: boolean
  readonly error: unknown
  readonly onPicture: (file: File | null) => void
  /** The picture itself, or what is shown without one. */
  readonly children: ReactNode
}

export function PictureForm(props: Props) {
  const { choose, remove, hasPicture, busy, error, onPicture, children } = props
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const take = (file: File | undefined) => {
    if (!file) return
    setProblem(file.size > largestPicture ? texts.pictureTooLarge : '')
    if (file.size <= largestPicture) onPicture(file)
  }
  return (
    <>
      {children}
      <div className={classes.acts}>
        <ActionButton variant="default" busy={busy} onClick={() => input.current?.click()}>
          {choose}
        </ActionButton>
        {hasPicture ? (
          <Button variant="default" onClick={() => onPicture(null)}>
            {remove}
          </Button>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={choose}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          // the same file can be chosen again
          event.currentTarget.value = ''
        }}
      />
      <output className={classes.problem}>{problem}</output>
      <ErrorAlert error={error} />
    </>
  )
}
