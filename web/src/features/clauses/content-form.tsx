// The texts of a clause as they are entered: standard, alternatives, fallback positions, walk-away.
import { Button, Textarea, TextInput } from '@mantine/core'
import { fieldError } from '../../lib/refusal.ts'
import classes from './clauses.module.css'
import type { ClauseVersion } from './clauses.ts'
import { clauseTexts as texts } from './texts.ts'

export interface Content {
  readonly text: string
  readonly guidance: string
  readonly alternatives: readonly {
    readonly name: string
    readonly whenToUse: string
    readonly text: string
  }[]
  readonly fallbacks: readonly { readonly text: string; readonly guidance: string }[]
  readonly walkAway: { readonly text: string; readonly guidance: string }
}

export const emptyContent: Content = {
  text: '',
  guidance: '',
  alternatives: [],
  fallbacks: [],
  walkAway: { text: '', guidance: '' },
}

/** The texts of a version, to be edited. */
export const contentOf = ({ text, guidance, alternatives, fallbacks, walkAway }: ClauseVersion): Content => ({
  text,
  guidance: guidance ?? '',
  alternatives: alternatives ?? [],
  fallbacks: (fallbacks ?? []).map((each) => ({ text: each.text, guidance: each.guidance ?? '' })),
  walkAway: walkAway ?? emptyContent.walkAway,
})

/** The body of a call. */
export const contentToSend = ({ walkAway, alternatives, fallbacks, ...content }: Content) => ({
  ...content,
  alternatives: [...alternatives],
  fallbacks: [...fallbacks],
  walkAway: walkAway.text.trim() === '' && walkAway.guidance.trim() === '' ? null : walkAway,
})

interface Editing {
  readonly content: Content
  readonly error: unknown
  readonly onChange: (content: Content) => void
}

/** The list with one item changed; without it if there is none in its place. */
const replaced = <Item,>(list: readonly Item[], at: number, item?: Item): readonly Item[] =>
  list.flatMap((each, place) => (place === at ? (item === undefined ? [] : [item]) : [each]))

export function ContentForm(props: Editing) {
  const { content, error, onChange } = props
  const { walkAway } = content
  return (
    <>
      <Textarea
        label={texts.standard}
        description={texts.standardHint}
        required
        autosize
        minRows={4}
        maxLength={20_000}
        value={content.text}
        error={fieldError(error, 'text')}
        onChange={(event) => onChange({ ...content, text: event.currentTarget.value })}
      />
      <Textarea
        label={texts.guidance}
        description={texts.guidanceHint}
        autosize
        maxLength={4_000}
        value={content.guidance}
        error={fieldError(error, 'guidance')}
        onChange={(event) => onChange({ ...content, guidance: event.currentTarget.value })}
      />
      <Alternatives {...props} />
      <Fallbacks {...props} />
      <fieldset className={classes.group}>
        <legend>{texts.walkAway}</legend>
        <p className={classes.quiet}>{texts.walkAwayHint}</p>
        <Textarea
          label={texts.guidance}
          autosize
          maxLength={4_000}
          value={walkAway.guidance}
          error={fieldError(error, 'walkAway.guidance')}
          onChange={(event) =>
            onChange({ ...content, walkAway: { ...walkAway, guidance: event.currentTarget.value } })
          }
        />
        <Textarea
          label={texts.walkAwayText}
          autosize
          maxLength={20_000}
          value={walkAway.text}
          error={fieldError(error, 'walkAway.text')}
          onChange={(event) =>
            onChange({ ...content, walkAway: { ...walkAway, text: event.currentTarget.value } })
          }
        />
      </fieldset>
    </>
  )
}

function Alternatives({ content, error, onChange }: Editing) {
  const { alternatives } = content
  const put = (at: number, alternative?: Content['alternatives'][number]) =>
    onChange({ ...content, alternatives: replaced(alternatives, at, alternative) })
  return (
    <>
      {alternatives.map((each, at) => (
        // rows have nothing but their place
        <fieldset key={at} className={classes.group}>
          <legend>{texts.alternative(at + 1)}</legend>
          <div className={classes.pair}>
            <TextInput
              label={texts.alternativeName}
              required
              maxLength={100}
              value={each.name}
              error={fieldError(error, `alternatives[${at}].name`)}
              onChange={(event) => put(at, { ...each, name: event.currentTarget.value })}
            />
            <TextInput
              label={texts.whenToUse}
              required
              maxLength={4_000}
              value={each.whenToUse}
              error={fieldError(error, `alternatives[${at}].whenToUse`)}
              onChange={(event) => put(at, { ...each, whenToUse: event.currentTarget.value })}
            />
          </div>
          <Textarea
            label={texts.text}
            required
            autosize
            minRows={3}
            maxLength={20_000}
            value={each.text}
            error={fieldError(error, `alternatives[${at}].text`)}
            onChange={(event) => put(at, { ...each, text: event.currentTarget.value })}
          />
          <RemoveButton what={texts.alternative(at + 1)} onRemove={() => put(at)} />
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          size="sm"
          disabled={alternatives.length >= 20}
          onClick={() =>
            onChange({ ...content, alternatives: [...alternatives, { name: '', whenToUse: '', text: '' }] })
          }
        >
          {texts.addAlternative}
        </Button>
      </div>
    </>
  )
}

function Fallbacks({ content, error, onChange }: Editing) {
  const { fallbacks } = content
  const put = (at: number, fallback?: Content['fallbacks'][number]) =>
    onChange({ ...content, fallbacks: replaced(fallbacks, at, fallback) })
  return (
    <>
      {fallbacks.map((each, at) => (
        // rows have nothing but their place
        <fieldset key={at} className={classes.group}>
          <legend>{texts.fallback(at + 1)}</legend>
          <Textarea
            label={texts.text}
            required
            autosize
            minRows={3}
            maxLength={20_000}
            value={each.text}
            error={fieldError(error, `fallbacks[${at}].text`)}
            onChange={(event) => put(at, { ...each, text: event.currentTarget.value })}
          />
          <Textarea
            label={texts.guidance}
            autosize
            maxLength={4_000}
            value={each.guidance}
            error={fieldError(error, `fallbacks[${at}].guidance`)}
            onChange={(event) => put(at, { ...each, guidance: event.currentTarget.value })}
          />
          <RemoveButton what={texts.fallback(at + 1)} onRemove={() => put(at)} />
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          size="sm"
          disabled={fallbacks.length >= 10}
          onClick={() => onChange({ ...content, fallbacks: [...fallbacks, { text: '', guidance: '' }] })}
        >
          {texts.addFallback}
        </Button>
      </div>
    </>
  )
}

function RemoveButton({ what, onRemove }: { what: string; onRemove: () => void }) {
  return (
    <div>
      <Button variant="subtle" size="xs" aria-label={texts.removeOf(what)} onClick={onRemove}>
        {texts.remove}
      </Button>
    </div>
  )
}
