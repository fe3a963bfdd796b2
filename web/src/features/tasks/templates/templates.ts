// Reading, making, changing and using task templates.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'

export type Template = Answer<'/v2/taskTemplates/{templateId}'>
export type NewTemplate = Sent<'/v2/taskTemplates', 'post'>
export type NewItem = NewTemplate['items'][number]

export const templatesQuery = queryOptions({
  queryKey: ['task-templates'],
  queryFn: async () => {
    const query = { $orderby: 'Name', $top: 200 }
    return (await answer(client.GET('/v2/taskTemplates', { params: { query } }))).items
  },
  staleTime: 300_000,
})

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: ['task-templates', id],
    queryFn: () =>
      answer(client.GET('/v2/taskTemplates/{templateId}', { params: { path: { templateId: String(id) } } })),
  })

/** What is done with templates. */
export function useTemplateActions() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: templatesQuery.queryKey })
  const path = (id: number) => ({ templateId: String(id) })
  return {
    save: useAction({
      mutationFn: async ({ id, body }: { id: number | undefined; body: NewTemplate }) => {
        if (id === undefined) await answer(client.POST('/v2/taskTemplates', { body }))
        else
          await answer(client.PATCH('/v2/taskTemplates/{templateId}', { params: { path: path(id) }, body }))
      },
      onSettled,
    }),
    remove: useAction({
      mutationFn: (id: number) =>
        answer(client.DELETE('/v2/taskTemplates/{templateId}', { params: { path: path(id) } })),
      onSettled,
    }),
    add: useAction({
      mutationFn: ({ id, matterId }: { id: number; matterId: string }) =>
        answer(
          client.POST('/v2/matters/{matterId}/taskTemplates', {
            params: { path: { matterId } },
            body: { template: { id } },
          }),
        ),
      onSettled: () => queries.invalidateQueries({ queryKey: ['tasks'] }),
    }),
  }
}

/** The items of a template as they are sent: without the numbers that their places give them. */
export const itemsOf = ({ items }: Template): NewItem[] => items.map(({ number: _number, ...item }) => item)

/** The items without one of them: what was counted from it, or belonged to it, goes back to the start. */
export function withoutItem(items: readonly NewItem[], index: number): NewItem[] {
  const gone = index + 1
  const renumbered = (number: number | null | undefined) =>
    number === null || number === undefined || number === gone ? null : number > gone ? number - 1 : number
  return items.toSpliced(index, 1).map((item) => ({
    ...item,
    ...(item.parent === undefined ? {} : { parent: renumbered(item.parent) }),
    ...(item.due ? { due: { ...item.due, after: renumbered(item.due.after) } } : {}),
  }))
}
