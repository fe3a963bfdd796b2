// Making something new, from anywhere.
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import type { FeatureActions } from '../../app/feature-actions.ts'
import { kindEntries } from '../../app/kind-entries.ts'
import { CREATE } from '../../components/actions/groups.ts'
import { creationRoute } from '../../lib/addresses/route-of.ts'
import { mayCreate } from './may-create.ts'
import { createTexts as texts } from './texts.ts'

/** New…, and each thing by itself. */
export const createActions: FeatureActions = (go) => [
  { id: 'create', label: texts.newAction, key: 'c', icon: IconPlus, group: CREATE, run: () => go('/new') },
  ...kindEntries.map((kind) => ({
    id: `create.${kind.names.one}`,
    label: texts.newRecord(kind.names),
    icon: kind.icon,
    group: CREATE,
    visible: kind.mayCreate,
    run: () => go(creationRoute(kind.names)),
  })),
  {
    id: 'create.task',
    label: texts.newTask,
    icon: IconChecklist,
    group: CREATE,
    visible: (me) => mayCreate(me, 'task'),
    run: () => go('/tasks/new'),
  },
]
