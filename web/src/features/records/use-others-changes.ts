// Tells people who look at a record what others have changed on it meanwhile: the page shows it already, in sight or
// not.
import { useEffect } from 'react'
import { showToast } from '../../components/toast-store.ts'
import { onOthersChange } from '../../lib/others-changes.ts'
import type { RecordRef } from './records.ts'
import { recordTexts as texts } from './texts.ts'

/** For the page of a record. A screen reader hears it as well. */
export function useOthersChanges({ kind, id }: RecordRef): void {
  useEffect(
    () =>
      onOthersChange({ type: kind.names.type, id }, (changes) =>
        showToast({ text: texts.othersChanged(kind.names, partsIn(changes.map(({ topic = '' }) => topic))) }),
      ),
    [kind, id],
  )
}

const parts: readonly (readonly [RegExp, string])[] = [
  [/message\.(?:posted|edited|deleted)$/i, texts.othersParts.messages],
  [/\.(?:file|folder|document)\./, texts.othersParts.files],
  [/^task\./, texts.othersParts.tasks],
  [/\.keydate\./, texts.othersParts.dates],
  [/\.approval\./, texts.othersParts.approvals],
  [/\.(?:member|delegates)\./, texts.othersParts.people],
]

/** The parts of the page that topics are about, each once; what is on the record itself is none. */
function partsIn(topics: readonly string[]): readonly string[] {
  const found = topics.map((topic) => parts.find(([pattern]) => pattern.test(topic))?.[1])
  return [...new Set(found)].flatMap((part) => part ?? [])
}
