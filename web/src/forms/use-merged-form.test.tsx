import { TextInput } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { draw, screen, waitFor } from '../../../test/components/page.tsx'
import { refused, serve } from '../../../test/components/server.ts'
import { ErrorAlert } from '../components/error-alert.tsx'
import { answer, answerWithTag, client, ifMatch } from '../lib/client.ts'
import { ConflictAsker } from './conflict-asker.tsx'
import { useMergedForm } from './use-merged-form.ts'

interface Firm {
  readonly name: string
  readonly email: string
}

const read = async () => {
  const { value, etag } = await answerWithTag(client.GET('/v2/tags/{tagId}' as never))
  return { value: value as unknown as Firm, etag }
}

function Form({ onSaved }: { onSaved: () => void }) {
  const { next, setNext, save } = useMergedForm<Firm>(
    { value: { name: 'Ashfield', email: 'a@ashfield.example' }, etag: '"1"' },
    {
      send: (body, etag) =>
        answer(client.PATCH('/v2/tags/{tagId}' as never, { headers: ifMatch(etag), body } as never)),
      read,
      words: ({ field, mine, theirs }) => ({ label: field, mine: String(mine), theirs: String(theirs) }),
      onSaved,
    },
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(next)
      }}
    >
      <ErrorAlert error={save.error} />
      {(['name', 'email'] as const).map((name) => (
        <TextInput
          key={name}
          label={name}
          value={next[name]}
          onChange={(event) => setNext({ ...next, [name]: event.currentTarget.value })}
        />
      ))}
      <button type="submit">Save</button>
    </form>
  )
}

/** The form over a firm that somebody else changes to `theirs` before it is saved. */
function fill(theirs: Partial<Firm>) {
  let firm = { name: 'Ashfield', email: 'a@ashfield.example', ...theirs }
  let version = Object.keys(theirs).length === 0 ? 1 : 2
  const sent: unknown[] = []
  const saved: Firm[] = []
  serve({
    'GET /v2/tags/%7BtagId%7D': () => Response.json(firm, { headers: { etag: `"${version}"` } }),
    'PATCH /v2/tags/%7BtagId%7D': ({ body, headers }) => {
      sent.push(body)
      if (headers.get('if-match') !== `"${version}"`) return refused(412, { detail: 'It has changed.' })
      firm = { ...firm, ...(body as Partial<Firm>) }
      version += 1
      return firm
    },
  })
  const { user } = draw(
    <ConflictAsker>
      <Form onSaved={() => saved.push(firm)} />
    </ConflictAsker>,
  )
  const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  const type = async (name: string, text: string) => {
    await user.clear(input(name))
    await user.type(input(name), text)
  }
  return {
    user,
    sent,
    saved,
    input,
    type,
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
  }
}

describe('a form of something that others may change meanwhile', () => {
  test('sends only what was changed', async () => {
    const { sent, saved, type, save } = fill({})
    await type('name', 'Ashfield LLP')
    await save()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(sent).toEqual([{ name: 'Ashfield LLP' }])
  })

  test('is saved together with what somebody else changed, without asking', async () => {
    const { saved, type, save } = fill({ email: 'new@ashfield.example' })
    await type('name', 'Ashfield LLP')
    await save()
    await waitFor(() => expect(saved).toEqual([{ name: 'Ashfield LLP', email: 'new@ashfield.example' }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['mine', 'Yours: Mine', 'Mine'],
    ['theirs', 'Theirs: Theirs', 'Theirs'],
  ])('asks which to keep where both changed the same, and keeps %s', async (_, choice, name) => {
    const { user, saved, type, save } = fill({ name: 'Theirs' })
    await type('name', 'Mine')
    await type('email', 'mine@ashfield.example')
    await save()
    await user.click(await screen.findByLabelText(choice))
    await user.click(screen.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement)
    await waitFor(() => expect(saved).toEqual([{ name, email: 'mine@ashfield.example' }]))
  })

  test('a person who keeps theirs saves nothing, sees what they have set, and still has what else was typed', async () => {
    const { user, sent, saved, input, type, save } = fill({ name: 'Theirs' })
    await type('name', 'Mine')
    await type('email', 'mine@ashfield.example')
    await save()
    await user.click(await screen.findByText('Keep theirs'))
    await waitFor(() => expect(input('name').value).toBe('Theirs'))
    expect(input('email').value).toBe('mine@ashfield.example')
    expect(saved).toEqual([])
    expect(sent).toHaveLength(1)
    await save()
    await waitFor(() => expect(saved).toEqual([{ name: 'Theirs', email: 'mine@ashfield.example' }]))
  })
})
