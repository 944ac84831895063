"""What tests of the API say of an answer that is a problem."""


def is_problem(response, status, code):
    """Whether it is the problem document of this code, whole; fails where it is not."""
    assert (response.status_code, response.mimetype) == (status, "application/problem+json")
    document = response.json
    assert (document["status"], document["code"]) == (status, code)
    assert document["type"] == f"/docs#problem-{code}"
    assert document["title"]
    assert document["detail"]
    return True
