// Choosing permissions and groups, each with what it allows.
import { Checkbox } from '@mantine/core'
import type { Permission, RecordGroup } from './roles.ts'
import classes from './roles.module.css'
import { groupWords, permissionWords, roleTexts as texts } from './role-texts.ts'

interface Choices {
  readonly permissions: readonly Permission[]
  readonly groups: readonly RecordGroup[]
}

export function RightsFields(props: { rights: Choices; onRights: (rights: Choices) => void }) {
  const { rights, onRights } = props
  return (
    <>
      <Choice
        legend={texts.permissions}
        words={permissionWords}
        chosen={rights.permissions}
        onChosen={(permissions) => onRights({ ...rights, permissions })}
      />
      <Choice
        legend={texts.groups}
        words={groupWords}
        chosen={rights.groups}
        onChosen={(groups) => onRights({ ...rights, groups })}
      />
    </>
  )
}

function Choice<Word extends string>(props: {
  legend: string
  words: Readonly<Record<Word, { readonly label: string; readonly hint: string }>>
  chosen: readonly Word[]
  onChosen: (chosen: readonly Word[]) => void
}) {
  const { legend, words, chosen, onChosen } = props
  return (
    <fieldset className={classes.choices}>
      <legend>{legend}</legend>
      {(Object.keys(words) as Word[]).map((word) => (
        <Checkbox
          key={word}
          label={words[word].label}
          description={words[word].hint}
          checked={chosen.includes(word)}
          onChange={({ currentTarget: { checked } }) =>
            onChosen(checked ? [...chosen, word] : chosen.filter((each) => each !== word))
          }
        />
      ))}
    </fieldset>
  )
}
