// The tiers of a discount by volume while they are typed.
import { Button, Text } from '@mantine/core'
import { AmountInput } from '../../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../../lib/refusal.ts'
import classes from '../budget.module.css'
import { type DraftTier, emptyTier } from './draft.ts'
import { arrangementTexts as texts } from './texts.ts'

interface Props {
  readonly tiers: readonly DraftTier[]
  readonly currency: string
  readonly error: unknown
  readonly onChange: (tiers: readonly DraftTier[]) => void
}

const mostTiers = 20

export function TierFields({ tiers, currency, error, onChange }: Props) {
  const set = (at: number, change: Partial<DraftTier>) =>
    onChange(tiers.map((tier, index) => (index === at ? { ...tier, ...change } : tier)))
  return (
    <div className={classes.parts}>
      <Text size="sm" c="dimmed">
        {texts.tiersHint}
      </Text>
      {tiers.map((tier, index) => (
        <fieldset key={tier.key} className={classes.part} aria-label={texts.tierIn(index)}>
          <AmountInput
            label={texts.tierFrom(currency)}
            decimalScale={4}
            min={0}
            value={tier.from}
            error={fieldError(error, `tiers[${index}].from`)}
            onChange={(from) => set(index, { from })}
          />
          <AmountInput
            label={texts.percent}
            decimalScale={2}
            min={0}
            value={tier.percent}
            error={fieldError(error, `tiers[${index}].percent`)}
            onChange={(percent) => set(index, { percent })}
          />
          <Button
            variant="default"
            aria-label={texts.removeTier(index)}
            onClick={() => onChange(tiers.filter((_, at) => at !== index))}
          >
            {texts.remove}
          </Button>
        </fieldset>
      ))}
      {tiers.length < mostTiers ? (
        <Button size="xs" variant="default" onClick={() => onChange([...tiers, emptyTier()])}>
          {texts.addTier}
        </Button>
      ) : null}
    </div>
  )
}
