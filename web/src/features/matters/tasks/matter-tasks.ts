// The tasks of one matter: reading, adding, changing and deleting them.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item, Sent } from '../../../lib/calls.ts'
import { allPages } from '../../../lib/all-pages.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { recordChanged } from '../../records/records.ts'
import { showDone } from '../../records/show-done.ts'
import { matterRef } from '../matter-kind.ts'
import { taskTexts as texts } from './texts.ts'

export type Task = Item<'/v2/tasks'>
export type TaskChanges = Sent<'/v2/tasks/{taskId}', 'patch'>

/** The tasks of a matter in their order. */
export const matterTasksQuery = (matterId: number) =>
  queryOptions({
    queryKey: ['matters', matterId, 'tasks'],
    queryFn: ({ signal }): Promise<readonly Task[]> =>
      allPages((page) => {
        const query = { ...page, $filter: `Matter/Id eq ${matterId}`, $orderby: 'Position' }
        return answer(client.GET('/v2/tasks', { params: { query }, signal }))
      }),
  })

/** Whether there is nothing left to do. */
export const isDone = ({ status }: Task): boolean => status === 'Complete' || status === 'NotRequired'

/** Changes a task; `done` says what was done, and it can be taken back with `undo`. */
export function useChangeTask(matterId: number) {
  const refresh = useRefresh(matterId)
  return useAction({
    mutationFn: ({ id, changes }: { id: number; changes: TaskChanges; done: string; undo?: TaskChanges }) =>
      patch(id, changes),
    onSuccess: async (_answer, { id, done, undo }) => {
      await refresh()
      showDone(
        done,
        undo &&
          (async () => {
            await patch(id, undo)
            await refresh()
          }),
      )
    },
  })
}

/** Adds a task at the end. */
export function useAddTask(matterId: number) {
  const refresh = useRefresh(matterId)
  return useAction({
    mutationFn: (name: string) =>
      answer(client.POST('/v2/matters/{matterId}/tasks', { params: { path: { matterId } }, body: { name } })),
    onSuccess: async (_answer, name) => {
      await refresh()
      showDone(texts.added(name))
    },
  })
}

/** Deletes a task. */
export function useDeleteTask(matterId: number) {
  const refresh = useRefresh(matterId)
  return useAction({
    mutationFn: ({ id }: { id: number; name: string }) =>
      answer(client.DELETE('/v2/tasks/{taskId}', { params: { path: { taskId: id } } })),
    onSuccess: async (_answer, { name }) => {
      await refresh()
      showDone(texts.removed(name))
    },
  })
}

/** Adds the tasks of a template. */
export function useAddTemplate(matterId: number) {
  const refresh = useRefresh(matterId)
  return useAction({
    mutationFn: (id: number) =>
      answer(
        client.POST('/v2/matters/{matterId}/taskTemplates', {
          params: { path: { matterId } },
          body: { template: { id } },
        }),
      ),
    onSuccess: async () => {
      await refresh()
      showDone(texts.templateAdded)
    },
  })
}

const patch = (taskId: number, body: TaskChanges) =>
  answer(client.PATCH('/v2/tasks/{taskId}', { params: { path: { taskId } }, body }))

function useRefresh(matterId: number) {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      recordChanged(queries, matterRef(matterId)),
      queries.invalidateQueries({ queryKey: ['tasks'] }),
    ])
  }
}
