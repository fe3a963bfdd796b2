// Says that the view which the address names is not there any more, and what the list shows instead.
import { LinkButton } from '../../components/link-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { texts } from '../texts.ts'
import type { useList } from '../use-list.ts'
import classes from './view-bar.module.css'

type Shown = Pick<ReturnType<typeof useList>, 'isViewGone' | 'view' | 'changed' | 'address'>

export function ViewGone({ list: { isViewGone, view, changed, address } }: { list: Shown }) {
  return (
    <div aria-live="polite" className={classes.said}>
      {isViewGone ? (
        <Notice kind="caution" title={texts.viewGone}>
          {texts.viewGoneLead(view.name, changed)}{' '}
          {changed ? null : (
            <LinkButton onClick={() => address.open(undefined)}>{texts.viewGoneHide}</LinkButton>
          )}
        </Notice>
      ) : null}
    </div>
  )
}
