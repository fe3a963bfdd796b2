// Recovery codes, shown once.
import { Button, Group, Stack } from '@mantine/core'
import { StatusMessage } from '../../components/status-message.tsx'
import { Notice } from '../../components/notice.tsx'
import { useCopy } from '../../components/use-copy.ts'
import classes from './set-up.module.css'

/** `onDone` is called when the person says that they have kept them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { copy, outcome } = useCopy(codes.join('\n'), () => undefined)
  return (
    <Stack>
      <Notice kind="caution" title="Keep these recovery codes">
        <p>
          Each signs you in once without your second factor, for when you have lost it. They are not shown
          again: print them, or keep them in a password manager.
        </p>
      </Notice>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <StatusMessage>{outcome}</StatusMessage>
      <Group gap="xs">
        <Button onClick={onDone}>I have kept them</Button>
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
      </Group>
    </Stack>
  )
}
