import { consolePath } from '../../../console-routes.ts'
import { deleteItemForm, itemForm, takeBackForm, type ContentItemPage } from '../../../contracts/console/content.ts'
import { emptyForm } from '../../../contracts/console/staff.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import {
  publishItem,
  removeItem,
  saveItem,
  scheduleItem,
  takeBack,
  unpublishItem,
  unscheduleItem,
} from './item-actions.ts'
import { itemContent } from './item-content.ts'
import { viewText } from './item-preview.ts'
import { copyItem } from './make-item.ts'
import { requestedItem, itemPath } from './on-content.ts'

const change = 'content.change' as const
/** An action of the form of an item: the preview stays open if it was, and `opensPreview` opens it. */
const formAction = (
  run: (context: ConsoleContext, input: Parameters<typeof saveItem>[1]) => Promise<void>,
  { opensPreview = false } = {},
) =>
  consoleAction({
    permission: change,
    form: itemForm,
    run: async (context, input) => {
      await run(context, input)
      const isOpen = opensPreview || context.request.url.searchParams.has('view')
      return itemPath(requestedItem(context), isOpen ? { view: viewText(input.view) } : {})
    },
  })

/** One page, widget or guide in both languages: its texts, its versions, and what shoppers see. */
export const contentItemScreen = consoleScreen<ContentItemPage>({
  screen: 'content-item',
  permission: 'content.view',
  load: itemContent,
  doneElsewhere: ['make'],
  actions: {
    save: formAction(saveItem),
    preview: formAction(saveItem, { opensPreview: true }),
    publish: formAction(publishItem),
    schedule: formAction(scheduleItem),
    unschedule: formAction(unscheduleItem),
    unpublish: formAction(unpublishItem),
    take_back: consoleAction({
      permission: change,
      form: takeBackForm,
      run: async (context, input) => {
        await takeBack(context, input)
        // Where the texts are, and what was done is said; the list of versions is at the end.
        return `${itemPath(requestedItem(context))}#content`
      },
    }),
    copy: consoleAction({
      permission: change,
      form: emptyForm,
      run: (context) => copyItem(context, requestedItem(context)),
    }),
    delete: consoleAction({
      permission: change,
      form: deleteItemForm,
      run: async (context, input) => {
        await removeItem(context, input)
        return consolePath('content')
      },
    }),
  },
})
