// Changes of a task from the list and the board.
import { useQueryClient } from '@tanstack/react-query'
import { kinds } from '../../lib/kinds.ts'
import type { Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

type TaskChanges = Sent<'/v2/tasks/{taskId}', 'patch'>

/** Changes a task; lists of tasks, and the matters that are late by them, are read again. */
export function useChangeTask() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id, changes }: { id: number; changes: TaskChanges }) =>
      answer(client.PATCH('/v2/tasks/{taskId}', { params: { path: { taskId: String(id) } }, body: changes })),
    onSettled: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['tasks'] }),
        queries.invalidateQueries({ queryKey: [kinds.matter.many] }),
      ])
    },
  })
}
