// The forms of a type, one at a time in the designer.
import { SegmentedControl, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useMe } from '../../components/me-context.ts'
import { ownNameOf } from '../records/state/named-states.ts'
import { AskedNotShown } from './asked-not-shown.tsx'
import { FormDesigner } from './designer/form-designer.tsx'
import { StatesOfForm, type StateOfForm } from './designer/states-of-form.ts'
import { OlderForms } from './older-forms.tsx'
import { typesTexts as texts } from './texts.ts'
import type { TypeForm, TypeKind } from './type-kind.ts'

const none: readonly StateOfForm[] = []

/** Of the type with this id; without one, the form that all records of the kind share. */
export function FormsTab(props: {
  kind: TypeKind
  typeId: number | undefined
  /** The fields that a law firm in charge may change. */
  firmMayChange?: ReadonlySet<string> | undefined
}) {
  const { kind, typeId, firmMayChange } = props
  const isNarrow = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false })
  const shared: TypeForm = { name: 'shared', label: '', lead: texts.sharedLead, asks: false }
  const forms = typeId === undefined ? [shared] : kind.forms
  const [name, setName] = useState(forms[0]?.name ?? '')
  const me = useMe()
  const states = useMemo(
    () =>
      kind.states.map(({ value, label }) => ({ value, label: ownNameOf(me, kind, typeId, value) ?? label })),
    [me, kind, typeId],
  )
  const form = forms.find((each) => each.name === name) ?? shared
  return (
    <Stack gap="md">
      {forms.length > 1 ? (
        <div>
          <SegmentedControl
            aria-label={texts.whichForm}
            orientation={isNarrow ? 'vertical' : 'horizontal'}
            fullWidth={isNarrow}
            data={forms.map((each) => ({ value: each.name, label: each.label }))}
            value={name}
            onChange={setName}
          />
        </div>
      ) : null}
      {typeId === undefined ? null : <AskedNotShown kind={kind} typeId={typeId} />}
      {typeId === undefined ? null : <OlderForms kind={kind} typeId={typeId} />}
      <StatesOfForm.Provider value={form.asks ? none : states}>
        <FormDesigner
          key={form.name}
          calls={kind.formCalls(typeId, form.name)}
          lead={form.lead}
          asks={form.asks}
          firmMayChange={firmMayChange}
        />
      </StatesOfForm.Provider>
    </Stack>
  )
}
