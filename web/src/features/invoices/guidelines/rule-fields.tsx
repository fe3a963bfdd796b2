// One rule of a guideline: on or off, what follows, its settings and the text for the firm.
import { NativeSelect, Textarea } from '@mantine/core'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { TextLink } from '../../../components/links.tsx'
import { flagTexts } from '../review/flag-texts.ts'
import classes from './guidelines.module.css'
import type { Edited, KnownRule, Severity } from './guidelines.ts'
import { guidelineTexts as texts } from './texts.ts'

interface Props {
  readonly known: KnownRule
  readonly edited: Edited
  readonly isSpecial: boolean
  readonly onChange: (edited: Edited) => void
}

export function RuleFields(props: Props) {
  const { known, edited, isSpecial, onChange } = props
  const name = flagTexts.rule(known.rule)
  // without a more general guideline a rule that is not mentioned is off
  const states = isSpecial ? (['unset', 'on', 'off'] as const) : (['off', 'on'] as const)
  const state = isSpecial || edited.state === 'on' ? edited.state : 'off'
  const setState = (next: Edited['state']) =>
    onChange({ ...edited, state: !isSpecial && next === 'off' ? 'unset' : next })
  return (
    <fieldset className={classes.rule}>
      <legend>{name}</legend>
      <p className={classes.quiet}>
        {texts.counts(known.found, known.dismissed, known.actedOn)}{' '}
        {known.found > 0 ? (
          <TextLink
            inherit
            to="/invoices"
            search={{ filter: `contains(FlaggedBy,'${known.rule}')` } as never}
          >
            {texts.showFlagged}
          </TextLink>
        ) : null}
      </p>
      <div className={classes.fields}>
        <NativeSelect
          label={texts.state}
          value={state}
          data={states.map((value) => ({ value, label: texts.states[value] }))}
          onChange={(event) => setState(event.currentTarget.value as Edited['state'])}
        />
        {edited.state === 'on' ? (
          <NativeSelect
            label={texts.severity}
            value={edited.severity}
            data={known.severities.map((value) => ({ value, label: texts.severities[value] }))}
            onChange={(event) => onChange({ ...edited, severity: event.currentTarget.value as Severity })}
          />
        ) : null}
      </div>
      {edited.state === 'on' ? <Settings {...props} /> : null}
    </fieldset>
  )
}

function Settings({ known, edited, onChange }: Props) {
  return (
    <>
      <div className={classes.fields}>
        {known.settings.map(({ name, kind, least, most }) =>
          kind === 'number' ? (
            <AmountInput
              key={name}
              label={texts.settings[name] ?? name}
              min={least ?? 0}
              {...(most === null ? {} : { max: most })}
              value={edited.numbers[name] ?? null}
              onChange={(typed) =>
                onChange({ ...edited, numbers: { ...edited.numbers, [name]: typed ?? null } })
              }
            />
          ) : (
            <Textarea
              key={name}
              autosize
              minRows={2}
              maxRows={8}
              label={kind === 'codes' && name === 'tasks' ? texts.taskCodes : (texts.settings[name] ?? name)}
              value={edited.lists[name] ?? ''}
              onChange={(event) =>
                onChange({ ...edited, lists: { ...edited.lists, [name]: event.currentTarget.value } })
              }
            />
          ),
        )}
      </div>
      {known.hiddenFromFirms ? (
        <p className={classes.quiet}>{texts.hidden}</p>
      ) : (
        <Textarea
          autosize
          maxLength={500}
          label={texts.firmText}
          value={edited.firmText}
          onChange={(event) => onChange({ ...edited, firmText: event.currentTarget.value })}
        />
      )}
    </>
  )
}
