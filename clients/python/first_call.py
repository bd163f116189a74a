"""Sends an order, reads it back with its surveys, and shows a refusal: KEY=… python3 first_call.py"""

import os

from walkaround import Refused, Walkaround

api = Walkaround(
    os.environ.get("BASE_URL", "https://localhost:8443"),
    os.environ["KEY"],
    os.environ.get("SYSTEM_CLIENT_ID", "demo"),
    ca_file=os.environ.get("CA_FILE"),
)
api.put(
    "service-orders",
    "python-1",
    body={
        "externalBranchId": "DE1001",
        "description": "Service and noise from the front left",
        "customer": {"id": "C-1", "firstName": "Ada", "lastName": "Example"},
        "vehicle": {"make": "Example", "numberPlate": "B WA 1042", "fuelType": "petrol"},
    },
)
order, headers = api.get("service-orders", "python-1")
print("order", order["id"], "at", order["branchId"])
for survey in order["surveys"]:
    print("survey", survey["surveyType"])

# Written only if nobody wrote since it was read.
api.put("service-orders", "python-1", body={**order, "description": "Brakes"}, if_match=headers["ETag"])
try:
    api.put("service-orders", "python-1", body=order, if_match=headers["ETag"])
except Refused as refused:
    print("refused", refused.status, refused.error_code)
