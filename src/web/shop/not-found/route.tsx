import { data } from "react-router";

export function loader(): never {
  // oxlint-disable-next-line no-throw-literal -- React Router's way of answering 404
  throw data("page", { status: 404 });
}

export default function NotFound() {
  return null;
}
