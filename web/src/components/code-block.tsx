// Lines to run elsewhere, with a button that copies them.
import { Button } from '@mantine/core'
import { useRef } from 'react'
import classes from './code-block.module.css'
import { StatusMessage } from './status-message.tsx'
import { useCopy } from './use-copy.ts'

export function CodeBlock({ label, text }: { label: string; text: string }) {
  const block = useRef<HTMLPreElement>(null)
  const { copy, outcome } = useCopy(text, () => {
    if (block.current !== null) window.getSelection()?.selectAllChildren(block.current)
  })
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        {label}
        <span className={classes.copy}>
          <StatusMessage>{outcome}</StatusMessage>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Copy: ${label}`}
            onClick={() => void copy()}
          >
            Copy
          </Button>
        </span>
      </figcaption>
      {/* It may scroll sideways, which needs the focus to work from the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre ref={block} tabIndex={0} aria-label={label} className={classes.text}>
        {text}
      </pre>
    </figure>
  )
}
