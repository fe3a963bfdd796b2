// Making something new, from anywhere.
import { IconChecklist, IconFileText, IconPlus, IconScale } from '@tabler/icons-react'
import type { FeatureActions } from '../../app/feature-actions.ts'
import { CREATE } from '../../components/actions/groups.ts'
import { mayCreate } from './may-create.ts'
import { createTexts as texts } from './texts.ts'

/** New…, and each thing by itself. */
export const createActions: FeatureActions = (go) => [
  { id: 'create', label: texts.newAction, key: 'c', icon: IconPlus, group: CREATE, run: () => go('/new') },
  {
    id: 'create.matter',
    label: texts.newMatter,
    icon: IconScale,
    group: CREATE,
    visible: (me) => mayCreate(me, 'matter'),
    run: () => go('/matters/new'),
  },
  {
    id: 'create.contract',
    label: texts.newContract,
    icon: IconFileText,
    group: CREATE,
    visible: (me) => mayCreate(me, 'contract'),
    run: () => go('/contracts/new'),
  },
  {
    id: 'create.task',
    label: texts.newTask,
    icon: IconChecklist,
    group: CREATE,
    visible: (me) => mayCreate(me, 'task'),
    run: () => go('/tasks/new'),
  },
]
