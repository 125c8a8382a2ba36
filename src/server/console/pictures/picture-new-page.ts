import { consolePath } from '../../../console-routes.ts'
import { noPictureForm, type PictureNewPage, type UploadResult } from '../../../contracts/console/pictures.ts'
import { addPicture } from '../../content/pictures/library.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError, refusalText } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { deleteFiles, type ReceivedFile } from '../frame/receive-files.ts'
import { onPictures } from './on-pictures.ts'
import { filesOf, uploadLimits, readWithFiles } from './receive-pictures.ts'
import { nameOfFile, shownFile, takeAgain, takePicture } from './take-upload.ts'

const limits = { megabytes: uploadLimits.megabytes, files: uploadLimits.files }

/** Where pictures are uploaded, many at once; each is taken or refused by itself. */
export const pictureNewScreen = consoleScreen<PictureNewPage>({
  screen: 'picture-new',
  permission: 'content.change',
  load: async () => ({ ...limits, results: [] }),
  readFields: (context) => readWithFiles(context, 'content.change'),
  actions: {
    upload: consoleAction({ permission: 'content.change', form: noPictureForm, run: (context) => upload(context) }),
  },
})

/** Leads to the picture, or to the library where there are many; shows what was refused, if anything was. */
async function upload(context: ConsoleContext): Promise<string | { content: PictureNewPage; isQuestion: boolean }> {
  const files = filesOf(context)
  if (files.length === 0) throw new ConsoleError('import_file_missing')
  const results: UploadResult[] = []
  try {
    for (const file of files) results.push(await addOne(context, file))
  } finally {
    await deleteFiles(files)
  }
  if (results.some(({ fault }) => fault !== null)) return { content: { ...limits, results }, isQuestion: true }
  const [only] = results
  return results.length === 1 && only?.id ? consolePath('picture', { id: only.id }) : consolePath('pictures')
}

async function addOne(context: ConsoleContext, file: ReceivedFile): Promise<UploadResult> {
  const shown = shownFile(file.name)
  try {
    const taken = await takePicture(context, file, { isForTexts: true })
    const [id, name] = [newId(), nameOfFile(file.name)]
    await onPictures(context, { operation: 'pictures.upload', id, label: name }, (editing) =>
      addPicture(editing, { id, name, taken, bytes: file.bytes }),
    )
    await takeAgain(context, file, taken.id)
    return { file: shown, id, fault: null }
  } catch (error) {
    const fault = refusalText(error, context.request.locals.t)
    if (fault === undefined) throw error
    return { file: shown, id: null, fault }
  }
}
