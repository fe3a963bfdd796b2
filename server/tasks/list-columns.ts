// The columns that `list-tasks.ts` can return, filter by and sort by.
import { sql } from 'kysely'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import { taskStatuses, taskTypes } from './task.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`tasks.${column}`),
})

export const taskCatalogue = {
  id: own('integer', 'id'),
  name: own('text', 'name'),
  parentId: own('integer', 'parent_id', true),
  matterId: own('integer', 'matter_id'),
  type: { ...own('choice', 'type'), choices: taskTypes },
  position: own('integer', 'position'),
  assigneeId: own('uuid', 'assigned_to', true),
  createdAt: own('moment', 'created_at'),
  updatedAt: own('moment', 'updated_at'),
  due: own('local', 'due_at', true),
  duration: own('number', 'duration'),
  status: { ...own('choice', 'status'), choices: taskStatuses },
} as const satisfies Catalogue
