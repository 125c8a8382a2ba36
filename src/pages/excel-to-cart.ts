import { ExcelToCart } from '../contracts/excel-to-cart.ts'
import { excelToCart } from '../server/excel-order/excel-to-cart.ts'
import { endpoint } from '../server/http/endpoint.ts'

export const POST = endpoint(ExcelToCart, excelToCart)
