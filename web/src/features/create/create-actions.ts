// Making something new, from anywhere.
import { IconChecklist, IconFileText, IconPlus, IconScale } from '@tabler/icons-react'
import type { FeatureActions } from '../../app/feature-actions.ts'
import { CREATE } from '../../components/actions/groups.ts'
import { hasFeature, kindOf, type Me } from '../../components/me-context.ts'
import { createTexts as texts } from './texts.ts'

const isBusiness = (me: Me) => kindOf(me) === 'business'

/** New…, and each thing by itself. */
export const createActions: FeatureActions = (go) => [
  { id: 'create', label: texts.newAction, key: 'c', icon: IconPlus, group: CREATE, run: () => go('/new') },
  {
    id: 'create.matter',
    label: texts.newMatter,
    icon: IconScale,
    group: CREATE,
    visible: (me) => !isBusiness(me) && me.can.createMatters && hasFeature(me, 'MATTERS'),
    run: () => go('/matters/new'),
  },
  {
    id: 'create.contract',
    label: texts.newContract,
    icon: IconFileText,
    group: CREATE,
    visible: (me) => me.can.createContracts && hasFeature(me, 'CONTRACTS'),
    run: () => go('/contracts/new'),
  },
  {
    id: 'create.task',
    label: texts.newTask,
    icon: IconChecklist,
    group: CREATE,
    visible: (me) => !isBusiness(me) && hasFeature(me, 'TASKS'),
    run: () => go('/tasks/new'),
  },
]
