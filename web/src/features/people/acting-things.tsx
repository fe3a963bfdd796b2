// What acts for a person without them, by what becomes of it when they are disabled.
import { Checkbox } from '@mantine/core'
import { Notice } from '../../components/notice.tsx'
import type { Acting } from './people.ts'
import classes from './people.module.css'
import { actingLabels, texts } from './texts.ts'

interface Shown {
  things: readonly Acting[]
  keepTokens: boolean
  onKeepTokens: (keep: boolean) => void
}

export function ActingThings({ things, keepTokens, onKeepTokens }: Shown) {
  if (things.length === 0) return null
  const hasTokens = things.some(({ kind }) => kind === 'ProvisioningToken')
  const fateOf = ({ kind, whenDisabled }: Acting) =>
    kind === 'ProvisioningToken' && keepTokens ? 'Kept' : whenDisabled
  return (
    <>
      <Notice kind="caution" title={texts.acting}>
        {(['Ends', 'Pauses', 'Kept'] as const).map((fate) => (
          <FateOf key={fate} fate={fate} things={things.filter((each) => fateOf(each) === fate)} />
        ))}
      </Notice>
      {hasTokens ? (
        <Checkbox
          label={texts.keepTokens}
          description={texts.keepTokensHint}
          checked={keepTokens}
          onChange={(event) => onKeepTokens(event.currentTarget.checked)}
        />
      ) : null}
    </>
  )
}

function FateOf({ fate, things }: { fate: Acting['whenDisabled']; things: readonly Acting[] }) {
  if (things.length === 0) return null
  return (
    <>
      <p className={classes.plain}>{texts.fates[fate]}</p>
      <ul className={classes.without}>
        {[...Map.groupBy(things, ({ kind }) => kind)].map(([kind, some]) => (
          <li key={kind}>
            {actingLabels[kind]}: {some.map(({ name }) => name ?? texts.actingHidden).join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}
