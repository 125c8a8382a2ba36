import { ExcelToCart } from '../contracts/calls/excel-to-cart.ts'
import { excelToCart } from '../server/ordering/excel-order/excel-to-cart.ts'
import { endpoint } from '../server/platform/http/calls/endpoint.ts'

export const POST = endpoint(ExcelToCart, excelToCart)
