// Sending something new: checked here first, then by the server, whose words stand at the fields they are about.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsOf, type FormPart } from '../../forms/form-parts.ts'
import { type Answers, problemsIn } from '../../forms/form-fill.tsx'
import { fieldProblems } from '../../lib/field-problem.ts'
import type { KindNames } from '../../lib/kinds.ts'
import { useAction } from '../../lib/use-action.ts'
import { createTexts as texts } from './texts.ts'

/** What is wrong, by the name of the field. */
export type Problems = Readonly<Record<string, string>>

interface Wanted {
  readonly typeId: number | undefined
  readonly name: string
  readonly parts: readonly FormPart[]
  readonly answers: Answers
  /** What is wrong besides type, name and form. */
  readonly others?: Problems
}

const own = [
  { id: 'type', label: texts.type },
  { id: 'name', label: texts.name },
  { id: 'document', label: texts.document },
  { id: 'owner', label: texts.owner },
  { id: 'manager', label: texts.manager },
]

/**
 * `send` makes it and answers its id; `done` leads to its page. Nothing is sent while this page finds something wrong.
 */
export function useNewRecord(
  kind: KindNames,
  send: () => Promise<{ id: number }>,
  done: (id: number) => void,
) {
  const queries = useQueryClient()
  const [found, setFound] = useState<Problems>({})
  // the summary on top takes the focus again each time
  const [attempt, setAttempt] = useState(0)
  const create = useAction({
    mutationFn: send,
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: [kind.many] })
      done(id)
    },
    onSettled: () => setAttempt((count) => count + 1),
  })

  function submit({ typeId, name, parts, answers, others = {} }: Wanted) {
    const problems: Problems = {
      ...others,
      ...(typeId === undefined ? { type: texts.typeNeeded } : {}),
      ...(name.trim() === '' ? { name: texts.nameNeeded } : {}),
      ...problemsIn(parts, answers),
    }
    setFound(problems)
    setAttempt((count) => count + 1)
    if (Object.keys(problems).length === 0) create.mutate()
  }

  function problemsOf(parts: readonly FormPart[]): Problems {
    return { ...fieldProblems(create.error, [...own, ...fieldsOf(parts)]), ...found }
  }

  /** The problems with what they are about, for the summary. */
  function summary(parts: readonly FormPart[]) {
    const problems = problemsOf(parts)
    return [...own, ...fieldsOf(parts)].flatMap(({ id, label }) => {
      const problem = problems[id]
      return problem === undefined ? [] : [{ id, label, problem }]
    })
  }

  return { submit, problemsOf, summary, attempt, busy: create.isPending, error: create.error }
}
